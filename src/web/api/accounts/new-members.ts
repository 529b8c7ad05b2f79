import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { api, getNextPage, type ResponseData, unwrap } from '@/web/api/client/client'
import { refreshMembers } from './members'

const { invitations } = api
const requests = api['registration-requests']

/** An invitation to register, as administrators see it. */
export type Invitation = ResponseData<typeof invitations.get>['data']['invitations'][number]

/** Someone who registered and waits for the approval of an administrator. */
export type RegistrationRequest = ResponseData<
  typeof requests.get
>['data']['registration_requests'][number]

const KEY = ['new-members']

/** All invitations, newest first. */
export const invitationsQuery = infiniteQueryOptions({
  queryKey: [...KEY, 'invitations'],
  queryFn: ({ pageParam }) => unwrap(invitations.get({ query: { page: String(pageParam) } })),
  initialPageParam: 1,
  getNextPageParam: getNextPage,
})

/** People who wait for approval, oldest first. */
export const requestsQuery = infiniteQueryOptions({
  queryKey: [...KEY, 'requests'],
  queryFn: ({ pageParam }) => unwrap(requests.get({ query: { page: String(pageParam) } })),
  initialPageParam: 1,
  getNextPageParam: getNextPage,
})

/** Invites an address. Returns the link to pass on, or null if it was emailed. */
export async function invite(input: { email: string; language: string }): Promise<string | null> {
  return (await unwrap(invitations.post(input))).data.link
}

/** Sends an invitation again. Returns the link to pass on, or null if it was emailed. */
export async function resendInvitation(id: number): Promise<string | null> {
  return (await unwrap(invitations({ invitation_id: id }).resend.post())).data.link
}

/** Makes the link of an invitation invalid. */
export async function revokeInvitation(id: number): Promise<void> {
  await unwrap(invitations({ invitation_id: id }).delete())
}

/** Activates the account of an applicant. */
export async function approveRequest(username: string): Promise<void> {
  await unwrap(requests({ user_name: username }).approve.post())
}

/** Deletes the account of an applicant. */
export async function rejectRequest(username: string, reason: string | null): Promise<void> {
  await unwrap(requests({ user_name: username }).reject.post({ reason }))
}

/** Fields of the form for an account that an administrator creates. */
export type NewMember = {
  username: string
  email: string
  role: 'user' | 'moderator'
  language: string
}

/** Creates an active account. Returns its random password, or null if the user is emailed a link to choose one. */
export async function createMember(input: NewMember): Promise<string | null> {
  return (await unwrap(api.users.post(input))).data.password
}

/** Marks cached invitations, requests and accounts as stale. */
export async function refreshNewMembers(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: KEY }), refreshMembers(client)])
}
