import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'

/** The own account with its preferences. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async () => (await dataOf(api.auth.profile.get())).data,
  staleTime: 60_000,
})

/** Whether this server still waits for its owner. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: async () => (await dataOf(api.setup.get())).setup_required,
  staleTime: 0,
})

/** What the first-run page sends. */
export type SetupInput = Parameters<typeof api.setup.post>[0]

/** Creates the owner's account and answers its session token. */
export async function createOwner(input: SetupInput): Promise<string> {
  return (await dataOf(api.setup.post(input))).auth_token
}

/** Logs in and answers the session token. */
export async function logIn(input: { email: string; password: string }): Promise<string> {
  return (await dataOf(api.auth.login.post(input))).auth_token
}

/** What the registration page sends. */
export type RegisterInput = Parameters<typeof api.auth.register.post>[0]

/** Asks for an account. */
export async function register(input: RegisterInput): Promise<void> {
  await dataOf(api.auth.register.post(input))
}

/** Accepts the privacy policy that applies now. */
export async function acceptPolicy(): Promise<void> {
  await dataOf(api.auth.account['privacy-policy'].post({ accepted_policy: true }))
}

/** Ends the session on the server. */
export async function logOut(): Promise<void> {
  await dataOf(api.auth.logout.post())
}
