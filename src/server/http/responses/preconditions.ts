import { isKnownTag, isSameStrongTag } from '@/lib/network/entity-tag'

/** What identifies a version of a response. */
export interface Validators {
  /** Undefined for a response that has none. */
  etag?: string | undefined
  /** Milliseconds since the Unix epoch. */
  modifiedAt?: number | undefined
}

/** What the conditions of a read ask for. */
export type ReadOutcome = 'send' | 'not modified' | 'failed'

/** Evaluates the conditional headers of a GET or HEAD request, in the order of RFC 9110, 13.2.2. */
export function checkReadConditions({ headers }: Request, known: Validators): ReadOutcome {
  if (!isUnchanged(headers, known)) return 'failed'
  const tags = headers.get('if-none-match')
  if (tags !== null)
    return known.etag !== undefined && isKnownTag(tags, known.etag) ? 'not modified' : 'send'
  const since = dateIn(headers, 'if-modified-since')
  const isOld = since !== undefined && isWithin(known.modifiedAt, since)
  return isOld ? 'not modified' : 'send'
}

/** Evaluates `If-Match`, or else `If-Unmodified-Since`. */
function isUnchanged(headers: Headers, { etag, modifiedAt }: Validators): boolean {
  const tags = headers.get('if-match')
  if (tags !== null) return etag !== undefined && isSameStrongTag(tags, etag)
  const since = dateIn(headers, 'if-unmodified-since')
  return since === undefined || modifiedAt === undefined || isWithin(modifiedAt, since)
}

/**
 * Whether a `Range` header applies: without `If-Range`, or when that has the current entity tag or time (RFC 9110,
 * 13.1.5).
 */
export function isRangeCurrent({ headers }: Request, { etag, modifiedAt }: Validators): boolean {
  const condition = headers.get('if-range')?.trim()
  if (condition === undefined) return true
  if (/^(W\/)?"/.test(condition)) return etag !== undefined && condition === etag
  return modifiedAt !== undefined && Date.parse(condition) === inSeconds(modifiedAt)
}

/** Times in headers have a resolution of a second. */
const inSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000) * 1000

const isWithin = (modifiedAt: number | undefined, since: number) =>
  modifiedAt !== undefined && inSeconds(modifiedAt) <= since

/** The time in a header; undefined for a missing or invalid one, which is ignored. */
function dateIn(headers: Headers, name: string): number | undefined {
  const time = Date.parse(headers.get(name) ?? '')
  return Number.isNaN(time) ? undefined : time
}
