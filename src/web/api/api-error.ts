import { t } from '@/web/i18n/text'

/** A refused or failed request: the answer's status and the server's own words. */
export class ApiError extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(messageOf(status, body))
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }
}

/** A field of an object that came over the wire, or undefined. */
export function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
}

function messageOf(status: number, body: unknown): string {
  const message = fieldOf(body, 'message')
  if (Array.isArray(message)) return message.join('\n')
  if (typeof message === 'string' && message.trim() !== '') return message.trim()
  const description = fieldOf(body, 'error_description')
  if (typeof description === 'string') return description
  if (status === 0) return t('error.network')
  return status === 413 ? t('error.tooLarge') : t('error.status', { status })
}

/** Whether an error means that the thing does not exist (or is not visible, which the API does not tell apart). */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Whether the server refused what was sent, which trying again will not change (too many tries aside). */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 401)
}
