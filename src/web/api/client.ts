import { endSession, sessionToken } from '@/web/state/session'
import { ApiError, fieldOf } from './api-error'

/** Interim. */
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const token = sessionToken()
  let response: Response
  try {
    response = await fetch(`/api/${path}`, {
      method,
      headers: {
        'X-API-Dialect': 'spec',
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch {
    throw new ApiError(0, null)
  }
  const text = await response.text()
  const value: unknown = text === '' ? null : JSON.parse(text)
  if (response.ok) return value as T
  if (response.status === 401 && fieldOf(value, 'error') === 'invalid_token') endSession()
  throw new ApiError(response.status, value)
}
