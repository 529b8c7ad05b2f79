import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '@/web/api/client/client'

const { auth } = api

/**
 * Confirms the address of an account with the token from the email; returns the session token, or undefined if an
 * administrator has to approve the account.
 */
export async function confirmAccount(token: string): Promise<string | undefined> {
  const confirmed = await unwrap(auth.account.confirm.post({ token }))
  return 'auth_token' in confirmed ? confirmed.auth_token : undefined
}

/** Requests another email with a confirmation link. */
export async function resendConfirmation(email: string): Promise<void> {
  await unwrap(auth.account['resend-confirmation'].post({ email }))
}

/** Requests an email with a link to choose a new password. */
export async function requestPasswordReset(email: string): Promise<void> {
  await unwrap(auth.password['reset-request'].post({ email }))
}

/** Sets a new password with the token from the email. */
export async function resetPassword(input: { token: string; password: string }): Promise<void> {
  await unwrap(auth.password.update.post(input))
}

/** Confirms a changed email address with the token sent to that address. */
export async function confirmEmail(token: string): Promise<void> {
  await unwrap(auth.email.update.post({ token }))
}

/** The signed-in user's account, with its preferences. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async () => (await unwrap(api.auth.profile.get())).data,
  staleTime: 60_000,
})

/** Whether this server has no owner account yet, so that the first-run page must be shown. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: async () => (await unwrap(api.setup.get())).setup_required,
  staleTime: 0,
})

/** Fields that the first-run page submits. */
export type SetupInput = Parameters<typeof api.setup.post>[0]

/** Creates the owner's account and returns its session token. */
export async function createOwner(input: SetupInput): Promise<string> {
  return (await unwrap(api.setup.post(input))).auth_token
}

/** Logs in and returns the session token. `code` is the two-factor code, if the server asked for one. */
export async function logIn(input: {
  email: string
  password: string
  code?: string
}): Promise<string> {
  return (await unwrap(api.auth.login.post(input))).auth_token
}

/** Fields that the registration page submits. */
export type RegisterInput = Parameters<typeof api.auth.register.post>[0]

/** Registers an account. */
export async function register(input: RegisterInput): Promise<void> {
  await unwrap(api.auth.register.post(input))
}

/** Accepts the privacy policy currently in force. */
export async function acceptPolicy(): Promise<void> {
  await unwrap(api.auth.account['privacy-policy'].post({ accepted_policy: true }))
}

/** Ends the session on the server. */
export async function logOut(): Promise<void> {
  await unwrap(api.auth.logout.post())
}
