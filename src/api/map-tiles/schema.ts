import { t } from 'elysia'

export const tileParams = t.Object({
  /** Subdomain of the tile server. */
  s: t.String({ pattern: '^[a-z0-9]{1,8}$' }),
  z: t.Integer({ minimum: 0, maximum: 22 }),
  x: t.Integer({ minimum: 0 }),
  /** Row, with the ending `.png`. */
  y: t.String({ pattern: '^\\d{1,7}\\.png$' }),
})
