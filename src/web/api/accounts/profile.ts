import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '@/web/api/client/api-error'
import { api, type ResponseData, unwrap } from '@/web/api/client/client'
import { toServerPath } from '@/web/api/client/server-path'
import { getRequestHeaders } from '@/web/api/client/stored-token'

const { storage } = api.auth.profile

/** Storage that the account uses on the server, and its quota. */
export const storageUseQuery = queryOptions({
  queryKey: ['storage-use'],
  queryFn: async () => (await unwrap(storage.get())).data,
})

const { edit } = api.auth.profile

/** The signed-in user's account, with its preferences. */
export type Profile = ResponseData<typeof api.auth.profile.get>['data']

/** Personal details that the user can edit. */
export type ProfileInput = Parameters<typeof edit.post>[0]
/** Email address and new password, confirmed by the current password, and by a code with two-factor login. */
export type AccountInput = { email: string; password: string; new_password?: string; code?: string }
/** Display preferences, and default visibility of the user's content. */
export type PreferencesInput = Parameters<typeof edit.preferences.post>[0]

/** Saves personal details. */
export const saveProfile = async (input: ProfileInput): Promise<Profile> =>
  (await unwrap(edit.post(input))).data

/**
 * Saves the email address and password. If the server sends email, a new address takes effect only after it is
 * confirmed.
 */
export const saveAccount = async (input: AccountInput): Promise<Profile> =>
  (await unwrap(edit.account.patch({ ...input }))).data

/** Saves preferences; fields that are not given do not change. */
export const savePreferences = async (input: PreferencesInput): Promise<Profile> =>
  (await unwrap(edit.preferences.post(input))).data

/** Saves which notifications the user wants to receive. */
export const saveNotificationSwitches = async (input: Record<string, boolean>): Promise<Profile> =>
  (await unwrap(edit.notifications.post(input))).data

/** The time zones that a user can choose from. */
export const timezonesQuery = queryOptions({
  queryKey: ['timezones'],
  queryFn: async () => (await unwrap(api.auth.timezones.get())).timezones,
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * Replaces the user's picture.
 *
 * @throws ApiError with the server's message, or with status 0 if there was no response
 */
export async function savePicture(file: File): Promise<void> {
  const body = new FormData()
  body.append('file', file)
  const request = { method: 'POST', headers: getRequestHeaders(), body }
  const response = await fetch(toServerPath('/api/auth/picture'), request).catch(() => null)
  if (!response?.ok)
    throw new ApiError(response?.status ?? 0, await response?.json().catch(() => null))
}

/** Deletes the user's picture. */
export async function deletePicture(): Promise<void> {
  await unwrap(api.auth.picture.delete())
}

/** Deletes the user's account with all its data. */
export async function deleteAccount(username: string): Promise<void> {
  await unwrap(api.users({ user_name: username }).delete())
}
