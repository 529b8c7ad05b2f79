import { t } from '@/web/i18n/text'

/**
 * A request that was rejected or failed: the status of the response, and the server's message. A status of 0 means that
 * there was no response.
 */
export class ApiError extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(getMessage(status, body))
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }
}

/** Returns a field of a value parsed from JSON; undefined if the value is not an object or lacks the field. */
export function getField(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
}

function getMessage(status: number, body: unknown): string {
  const message = getField(body, 'message')
  if (Array.isArray(message)) return message.join('\n')
  if (typeof message === 'string' && message.trim() !== '') return message.trim()
  const description = getField(body, 'error_description')
  if (typeof description === 'string') return description
  if (status === 0) return t('error.network')
  return status === 413 ? t('error.tooLarge') : t('error.status', { status })
}

/**
 * Whether an error means that the resource does not exist. The API also responds with 404 if the caller may not see it.
 */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Whether the server denied access because the account of the caller is suspended. */
export function isSuspended(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status === 403 &&
    error.message.endsWith('your account is suspended')
  )
}

/**
 * Whether the server rejected the input or the credentials, so that repeating the same request would not help. Excludes
 * rate limiting (429).
 */
export function isRejected(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 401)
}

/** Whether a login was rejected only because the account also requires a two-factor code. */
export const isCodeMissing = (error: unknown): boolean => hasCode(error, 'two_factor_code_required')

/** Whether a request was rejected because of a wrong or used two-factor code. */
export const isCodeWrong = (error: unknown): boolean => hasCode(error, 'two_factor_code_wrong')

const hasCode = (error: unknown, code: string) =>
  error instanceof ApiError && getField(error.body, 'code') === code
