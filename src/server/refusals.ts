import type { DocumentedAccess } from '@/http/access'
import type { Operation, Refusal } from '@/http/operation'
import type { JsonSchema } from './json-schema'

/** What is known of a route besides what it tells itself. */
interface Circumstances {
  /** Undefined for a route that is open to everybody. */
  rule: DocumentedAccess | undefined
  hasBody: boolean
  /** Whether its path has parameters that are not just any text. */
  hasStrictPath: boolean
  /** Whether its requests count against the rate limits. */
  isCounted: boolean
  isWriting: boolean
}

const BODY: Record<number, string> = {
  400: 'The body is no JSON object, or a value in it is missing or wrong; `message` says more.',
  413: 'The body is too large.',
}
const TOKEN = 'There is no token, it is no longer good, or it is of a kind that may not call.'
const LIMITED = {
  when: 'Too many requests, or too many attempts that failed.',
  headers: {
    'retry-after': {
      description: 'Seconds after which to try again.',
      schema: { type: 'integer', minimum: 1 },
    },
  },
}

const ALWAYS: Record<number, string> = { 431: 'The headers and the address have more than 16 KiB.' }
const STRICT_PATH: Record<number, string> = { 404: 'A value in the path is of the wrong form.' }

const WRITING: Record<number, string> = {
  503: 'Another program keeps the database locked; `retry-after` says when to try again.',
  507: 'The disk of the server is full. Deleting is possible.',
}

type ToldRefusal = Exclude<Refusal, string> & { headers?: JsonSchema }

/** All refusals of a route by status: its own, and those that follow from its circumstances. */
export function refusalsOf(
  { refusals }: Operation,
  { rule, hasBody, hasStrictPath, isCounted, isWriting }: Circumstances,
): Record<number, ToldRefusal> {
  const forbidden = rule && forbiddenText(rule)
  const all: Record<number, Refusal | ToldRefusal> = {
    ...(hasBody && BODY),
    ...(rule && { 401: TOKEN }),
    ...(forbidden && { 403: forbidden }),
    ...(hasStrictPath && STRICT_PATH),
    ...(isCounted && { 429: LIMITED }),
    ...ALWAYS,
    ...(isWriting && WRITING),
    ...refusals,
  }
  return Object.fromEntries(
    Object.entries(all).map(([status, told]) => [
      status,
      typeof told === 'string' ? { when: told } : told,
    ]),
  )
}

/** Why those who have a good token may not call; undefined when all of them may. */
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

/** Who may call, as the last sentences of a description. */
export function accessText(rule: DocumentedAccess | undefined): string {
  if (!rule) return '**Access:** everybody, without a token.'
  const scopes = [rule.scope ?? []].flat().map((scope) => `\`${scope}\``)
  return [
    rule.optional
      ? '**Access:** everybody; a token shows more, and must be good when it is sent.'
      : `**Access:** ${WHO[rule.role ?? 'user']}.`,
    scopes.length > 0
      ? `Apps need the scope ${scopes.join(' or ')}.`
      : 'Not for apps: only with a session token.',
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
