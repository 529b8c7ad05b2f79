import { queryOptions } from '@tanstack/react-query'
import { request } from './client'
import type { Profile } from './types'

/** What the first-run page sends. */
export type SetupInput = {
  token: string
  username: string
  email: string
  password: string
  lang: string
  timezone: string
}

/** The own account with its preferences. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async () => (await request<{ data: Profile }>('GET', 'auth/profile')).data,
  staleTime: 60_000,
})

/** Whether this server still waits for its owner. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  queryFn: async () => (await request<{ setup_required: boolean }>('GET', 'setup')).setup_required,
  staleTime: 0,
})

/** Creates the owner's account and answers its session token. */
export async function createOwner(input: SetupInput): Promise<string> {
  return (await request<{ auth_token: string }>('POST', 'setup', input)).auth_token
}

/** Logs in and answers the session token. */
export async function logIn(input: { email: string; password: string }): Promise<string> {
  return (await request<{ auth_token: string }>('POST', 'auth/login', input)).auth_token
}

/** What the registration page sends. */
export type RegisterInput = {
  username: string
  email: string
  password: string
  accepted_policy: boolean
  lang: string
  timezone: string
}

/** Asks for an account. */
export async function register(input: RegisterInput): Promise<void> {
  await request('POST', 'auth/register', input)
}

/** Ends the session on the server. */
export async function logOut(): Promise<void> {
  await request('POST', 'auth/logout')
}
