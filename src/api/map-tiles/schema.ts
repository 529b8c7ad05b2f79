import { t } from 'elysia'

export const tileParams = t.Object({
  /** Stands for `{s}` in the configured address: a subdomain, so nothing that could end a host name. */
  s: t.String({ pattern: '^[A-Za-z0-9_-]{1,32}$' }),
  z: t.String({ pattern: '^[12]?\\d$' }),
  x: t.String({ pattern: '^\\d{1,10}$' }),
  /** Row, with the ending `.png`. */
  y: t.String({ pattern: '^\\d{1,10}\\.png$' }),
})
