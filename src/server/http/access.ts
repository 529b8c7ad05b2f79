import { Elysia } from 'elysia'
import {
  AppError,
  accountSuspended,
  forbidden,
  invalidCredentials,
  missingToken,
} from '@/lib/errors'
import { type Caller, hasRole, type Role, type Visitor } from '@/policy/caller'
import type { Scope } from '@/policy/scopes'
import { identify, isCallerGone } from '@/services/auth/identify'
import { isPersonalToken } from '@/services/auth/personal-tokens'
import type { AppContext } from '@/services/context'
import { readBody } from './body'
import { useFirstValues } from './parameters/query-params'
import { countWrongToken } from './rate-limits'
import { pathOf } from './request-path'

/** Access requirements of a route that needs a token, from the contract. */
export interface AccessRule {
  /** Scopes, one of which a third-party token must have. Without scopes, third-party tokens are rejected. */
  scope?: Scope | readonly Scope[]
  /** Minimum role. */
  role?: Role
  /** Whether a suspended account may call. */
  suspended?: boolean
  /** Whether a personal token may be sent as the query parameter `token`, for programs that cannot send headers. */
  queryToken?: true
  /** Whether a personal token may be sent as the password of HTTP Basic authentication. */
  basic?: true
}

type Admission =
  | { rule: 'token'; caller: Caller }
  | { rule: 'optional'; caller: Visitor }
  | { rule: 'public' }

/** The state of a request. Its admission is passed from `transform` to the handler. */
export interface Call {
  request: Request
  admission?: Admission
}

const scopesOf = ({ scope }: AccessRule): readonly Scope[] =>
  scope === undefined ? [] : typeof scope === 'string' ? [scope] : scope

/** @throws 401, then 403 for a suspended account or too low a role. */
async function admit(ctx: AppContext, request: Request, rule: AccessRule): Promise<Caller> {
  if (rule.basic) return admitWithChallenge(ctx, request, rule)
  const header = request.headers.get('authorization') || tokenInQuery(request, rule)
  return admitBy(ctx, request, { header, rule })
}

/** Asks for name and token, because some programs only send them when they are asked. */
export const BASIC_CHALLENGE = {
  'www-authenticate': 'Basic realm="Milepost: user name and personal token", charset="UTF-8"',
}

/** Admits callers by name and token, or as usual. @throws 401 that asks for name and token */
async function admitWithChallenge(
  ctx: AppContext,
  request: Request,
  rule: AccessRule,
): Promise<Caller> {
  const { basic: _basic, ...usual } = rule
  const isByName = isBasic(request.headers.get('authorization') ?? '')
  try {
    return await (isByName ? admitByPassword(ctx, request, rule) : admit(ctx, request, usual))
  } catch (error) {
    if (!(error instanceof AppError) || error.httpStatus !== 401) throw error
    throw new AppError(401, error.body, { ...error.headers, ...BASIC_CHALLENGE })
  }
}

/**
 * Like `admit`, for programs that only support names and passwords (RFC 7617): the password is a personal token of the
 * named user. Tokens as `Authorization: Bearer` are accepted too.
 */
export async function admitByPassword(
  ctx: AppContext,
  request: Request,
  rule: AccessRule,
): Promise<Caller> {
  const header = request.headers.get('authorization') ?? ''
  if (!isBasic(header)) return admitBy(ctx, request, { header, rule })
  const text = Buffer.from(header.slice(6), 'base64').toString()
  const [name = '', password = ''] = [text.split(':', 1)[0], text.slice(text.indexOf(':') + 1)]
  if (!isPersonalToken(password)) throw invalidCredentials()
  const caller = await admitBy(ctx, request, { header: `Bearer ${password}`, rule })
  if (caller.username.toLowerCase() !== name.toLowerCase()) throw invalidCredentials()
  return caller
}

const isBasic = (header: string) => /^basic /i.test(header)

async function admitBy(
  ctx: AppContext,
  request: Request,
  { header, rule }: { header: string | undefined; rule: AccessRule },
): Promise<Caller> {
  if (!header) throw missingToken()
  const caller = await identifyCounting(ctx, request, { header, rule })
  if (caller.suspended && !rule.suspended) throw accountSuspended()
  if (rule.role && !hasRole(caller, rule.role))
    throw caller.suspended ? accountSuspended() : forbidden()
  return caller
}

/**
 * Identifies a caller. Invalid personal tokens are counted to prevent guessing. @throws 401, 403; 429 after too many.
 */
async function identifyCounting(
  ctx: AppContext,
  request: Request,
  { header, rule }: { header: string; rule: AccessRule },
): Promise<Caller> {
  try {
    return await identify(ctx, header, scopesOf(rule))
  } catch (error) {
    if (error instanceof AppError && error.httpStatus === 401 && isPersonalToken(tokenIn(header)))
      countWrongToken(ctx, request)
    throw error
  }
}

/** The header equivalent of a token in the query. Only personal tokens are accepted there. */
function tokenInQuery({ url }: Request, { queryToken }: AccessRule): string | undefined {
  const token = queryToken ? new URL(url).searchParams.get('token') : null
  return token !== null && isPersonalToken(token) ? `Bearer ${token}` : undefined
}

const tokenIn = (header: string) => header.split(' ')[1] ?? ''

function requireAdmission(request: Request, admission: Admission | undefined): Admission {
  if (!admission) throw new Error(`route without access rule: ${request.method} ${pathOf(request)}`)
  return admission
}

function callerOf(request: Request, admission: Admission | undefined): Caller {
  const admitted = requireAdmission(request, admission)
  if (admitted.rule === 'token') return admitted.caller
  throw new Error(`route reads a caller it does not require: ${pathOf(request)}`)
}

function visitorOf(request: Request, admission: Admission | undefined): Visitor {
  const admitted = requireAdmission(request, admission)
  return admitted.rule === 'public' ? undefined : admitted.caller
}

/**
 * Whether the account behind a request has been deleted since it was authenticated, which makes any later step fail.
 */
export async function hasLostCaller(
  ctx: AppContext,
  admission: Admission | undefined,
): Promise<boolean> {
  const caller =
    admission === undefined || admission.rule === 'public' ? undefined : admission.caller
  return caller !== undefined && isCallerGone(ctx, caller)
}

/** The other properties of a route that matter here. */
interface RouteOptions {
  body?: unknown
  query?: unknown
  limited?: unknown
  guarded?: unknown
  checkBody?: unknown
  transform?: unknown
}

/** A check of a body that was read, but has not been validated yet. */
type BodyCheck = (body: unknown) => Promise<void>

/**
 * Reads the body of a route after its caller was authenticated, so that other callers cannot fill the memory. Routes
 * without a schema for the body read it themselves, or have none. Of a repeated query parameter, the first value
 * counts.
 *
 * @throws Error when rate limits would be checked after that: `limited` and `guarded` must precede the access rule.
 */
function readInput(options: RouteOptions): void {
  if (options.limited !== undefined || options.guarded !== undefined)
    throw new Error('a route is limited only after its body was read')
  const { body, query, transform } = options
  options.transform = [
    ...listHooks(transform),
    ...(query === undefined ? [] : [withFirstValues]),
    ...(body === undefined ? [] : [readingBody]),
  ]
}

const readingBody = async ({ request }: { request: Request }) => ({ body: await readBody(request) })

const listHooks = (hooks: unknown = []): unknown[] => (Array.isArray(hooks) ? hooks : [hooks])

const withFirstValues = ({
  query,
  request,
}: {
  query: Record<string, unknown>
  request: Request
}) => useFirstValues(query, request.url)

/**
 * Adds the properties `access`, `optionalAccess` and `publicAccess` to routes, and rejects routes without any.
 *
 * NOTE the check is in `transform` because Elysia validates before `resolve` and `beforeHandle`: the response to a call
 * that is both anonymous and malformed must be 401, not 400. Hooks list the properties of a call that they need: if the
 * whole call were passed, Elysia would parse the cookies, query and headers of every request.
 */
export const accessControl = (ctx: AppContext) =>
  new Elysia({ name: 'access' })
    .onBeforeHandle({ as: 'global' }, ({ request, admission }: Call) => {
      requireAdmission(request, admission)
    })
    .macro({
      /** A token is required; the handler gets `caller`. */
      access: (rule: AccessRule) => ({
        detail: documented(rule, false),
        transform: async (call: Call) => {
          call.admission = { rule: 'token', caller: await admit(ctx, call.request, rule) }
        },
        introspect: readInput,
        resolve: ({ request, admission }: Call) => ({ caller: callerOf(request, admission) }),
      }),
      /** A token is optional, but must be valid if it is sent. The handler gets `visitor`. */
      optionalAccess: (rule: AccessRule) => ({
        detail: documented(rule, true),
        transform: async (call: Call) => {
          const anonymous = !call.request.headers.has('authorization')
          const caller = anonymous ? undefined : await admit(ctx, call.request, rule)
          call.admission = { rule: 'optional', caller }
        },
        introspect: readInput,
        resolve: ({ request, admission }: Call) => ({ visitor: visitorOf(request, admission) }),
      }),
      /** Public. Tokens are ignored. */
      publicAccess: (_: true) => ({
        transform: (call: Call) => {
          call.admission = { rule: 'public' }
        },
        introspect: readInput,
      }),
      /**
       * Runs before the body is validated, for errors that precede those of its values.
       *
       * @throws Error when the body would be checked before it is read: the access rule must precede the check.
       */
      checkBody: (check: BodyCheck) => ({
        introspect: (options: RouteOptions) => {
          const hooks = listHooks(options.transform)
          if (!hooks.includes(readingBody)) throw new Error('a body is checked before it was read')
          options.transform = [...hooks, ({ body }: { body: unknown }) => check(body)]
        },
      }),
    })

/** An access rule in the API document. */
export interface DocumentedAccess extends AccessRule {
  optional: boolean
}

/** The `detail` that adds a rule to the API document. NOTE a function, because Elysia merges objects. */
const documented = (rule: AccessRule, optional: boolean): object => ({
  access: (): DocumentedAccess => ({ ...rule, optional }),
})
