/** Computes the entity tag of a body. It is weak, because the same body may be sent in several encodings. */
export const entityTag = (body: Uint8Array | string): string => `W/"${Bun.hash(body).toString(36)}"`

/** Whether an `If-None-Match` header contains an entity tag, which means that the client already has the body. */
export const isKnownTag = (header: string | null, etag: string): boolean =>
  header?.split(',').some((known) => isSameTag(known.trim(), etag)) ?? false

/** Weak comparison, as `If-None-Match` requires: caches and proxies turn strong tags into weak ones. */
const isSameTag = (known: string, etag: string) =>
  known === '*' || known.replace(/^W\//, '') === etag.replace(/^W\//, '')
