/** The entity tag of a body; weak, as the same body may be sent in several encodings. */
export const entityTag = (body: Uint8Array | string): string => `W/"${Bun.hash(body).toString(36)}"`

/** Whether an `If-None-Match` header names an entity tag: its sender has the body already. */
export const isKnownTag = (header: string | null, etag: string): boolean =>
  header?.split(',').some((known) => isSameTag(known.trim(), etag)) ?? false

/** Weakly the same, as `If-None-Match` asks: caches and proxies make strong tags weak. */
const isSameTag = (known: string, etag: string) =>
  known === '*' || known.replace(/^W\//, '') === etag.replace(/^W\//, '')
