import type { DocumentedAccess } from '@/server/http/access'
import type { DocumentedError, Operation } from '@/server/http/operation'
import type { JsonSchema } from './json-schema'

/** Facts about a route that are not part of its `Operation`. */
interface Circumstances {
  /** Undefined for a public route. */
  rule: DocumentedAccess | undefined
  hasBody: boolean
  /** Whether a path parameter has a restricted format. */
  hasStrictPath: boolean
  /** Whether its requests count against the rate limits. */
  isCounted: boolean
  isWriting: boolean
  isConditional: boolean
}

const BODY: Record<number, string> = {
  400: 'The body is not a JSON object, or a value in it is missing or invalid; see `message`.',
  408: 'The body arrived too slowly: less than 4 KiB in a minute.',
  413: 'The body is too large.',
  415: 'The body is not JSON, or it is compressed.',
}
const TOKEN = 'The token is missing, expired or revoked, or its kind is not accepted here.'
const LIMITED = {
  when: 'Too many requests, or too many failed attempts.',
  headers: {
    'retry-after': {
      description: 'Seconds after which to try again.',
      schema: { type: 'integer', minimum: 1 },
    },
  },
}

const CHANGED = 'The object has changed: its entity tag is not in `if-match`.'

const ALWAYS: Record<number, string> = { 431: 'The headers and the URL have more than 16 KiB.' }
const STRICT_PATH: Record<number, string> = { 404: 'A value in the path has an invalid format.' }

const WRITING: Record<number, string> = {
  503: 'Another program has locked the database; `retry-after` says when to try again.',
  507: 'The disk of the server is full. Deleting is still possible.',
}

type DescribedError = Exclude<DocumentedError, string> & { headers?: JsonSchema }

/** All error responses of a route by status: its own, and those that follow from its access rule, body and limits. */
export function listErrorResponses(
  { errors }: Operation,
  { rule, hasBody, hasStrictPath, isCounted, isWriting, isConditional }: Circumstances,
): Record<number, DescribedError> {
  const forbidden = rule && forbiddenText(rule)
  const all: Record<number, DocumentedError | DescribedError> = {
    ...(hasBody && BODY),
    ...(rule && { 401: TOKEN }),
    ...(forbidden && { 403: forbidden }),
    ...(hasStrictPath && STRICT_PATH),
    ...(isConditional && { 412: CHANGED }),
    ...(isCounted && { 429: LIMITED }),
    ...ALWAYS,
    ...(isWriting && WRITING),
    ...errors,
  }
  return Object.fromEntries(
    Object.entries(all).map(([status, error]) => [
      status,
      typeof error === 'string' ? { when: error } : error,
    ]),
  )
}

/** Why callers with a valid token may be denied; undefined when all of them may call. */
function forbiddenText({ role, scope, suspended }: DocumentedAccess): string | undefined {
  const reasons = [
    ...(scope === undefined ? [] : ['the token does not have the scope']),
    ...(suspended ? [] : ['the account is suspended']),
    ...(role === undefined ? [] : ['the role is too low']),
  ]
  if (reasons.length === 0) return undefined
  const text = reasons.join(', or ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** A description of who may call a route, for the end of its text. */
export function accessText(rule: DocumentedAccess | undefined): string {
  if (!rule) return '**Access:** public, without a token.'
  const scopes = [rule.scope ?? []].flat().map((scope) => `\`${scope}\``)
  return [
    rule.optional
      ? '**Access:** public; a token gives access to more, and must be valid if it is sent.'
      : `**Access:** ${WHO[rule.role ?? 'user']}.`,
    scopes.length > 0
      ? `Apps need the scope ${scopes.join(' or ')}.`
      : 'Not available to apps: requires a session token.',
    rule.suspended && !rule.role ? 'Open to suspended accounts.' : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

const WHO = {
  user: 'users who are logged in',
  moderator: 'moderators, administrators and the owner',
  admin: 'administrators and the owner',
  owner: 'the owner',
}
