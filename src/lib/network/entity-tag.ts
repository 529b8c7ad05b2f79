/** Computes the strong entity tag of a body without a content encoding. */
export const entityTag = (body: Uint8Array | string): string => `"${Bun.hash(body).toString(36)}"`

const PACKED = /-gzip"$/

/** The entity tag of the same body compressed with gzip: strong tags differ between encodings (RFC 9110, 8.8.3.3). */
export const gzippedTag = (etag: string): string => etag.replace(/"$/, '-gzip"')

/** The entity tag of a body without encoding, from the one that a client received in any encoding. */
const withoutEncoding = (etag: string) => etag.replace(PACKED, '"')

const tagsIn = (header: string) => header.split(',').map((tag) => tag.trim())

/** Whether an `If-None-Match` header contains an entity tag, which means that the client already has the body. */
export const isKnownTag = (header: string | null, etag: string): boolean =>
  header !== null && tagsIn(header).some((known) => isSameTag(known, etag))

/** Weak comparison, as `If-None-Match` requires: caches and proxies turn strong tags into weak ones. */
const isSameTag = (known: string, etag: string) =>
  known === '*' || known.replace(/^W\//, '') === etag.replace(/^W\//, '')

/** Whether an `If-Match` header contains an entity tag, by strong comparison; the encoding does not matter. */
export const isSameStrongTag = (header: string, etag: string): boolean =>
  tagsIn(header).some((tag) => tag === '*' || withoutEncoding(tag) === withoutEncoding(etag))
