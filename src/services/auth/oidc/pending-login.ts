import { MINUTE } from '@/lib/time/clock'
import type { ProviderRequest } from './provider'

/** What a browser stores, encrypted, while its user is at the provider. */
export interface PendingLogin extends ProviderRequest {
  /** The user who links an identity; absent for a login. */
  userId?: number
  /** The page to return to, a path of the web UI. */
  from: string
  /** Milliseconds since the Unix epoch. */
  expiresAt: number
}

/** Milliseconds that a user may take at the provider. */
export const PENDING_LIFETIME = 10 * MINUTE
