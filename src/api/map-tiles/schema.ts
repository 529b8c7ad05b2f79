import { t } from 'elysia'

export const tileParams = t.Object({
  s: t.String({
    pattern: '^[A-Za-z0-9_-]{1,32}$',
    description: 'Stands for `{s}` in the configured address: a subdomain, often `a`, `b` or `c`.',
  }),
  z: t.String({ pattern: '^(1?\\d|20)$', description: 'Zoom, 20 at most.' }),
  x: t.String({ pattern: '^\\d{1,10}$', description: 'Column.' }),
  y: t.String({ pattern: '^\\d{1,10}\\.png$', description: 'Row, with the ending `.png`.' }),
})
