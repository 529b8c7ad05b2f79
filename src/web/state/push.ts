import { toServerPath } from '@/web/api/client/server-path'
import { getSessionToken, getTokenAccount, getTokenId } from '@/web/api/client/stored-token'

const getKey = () => `milepost.push${toServerPath('')}`

/** Records that this device gets the notifications of the account in the session, until the session ends. */
export function recordPush(): void {
  const token = getSessionToken() ?? ''
  localStorage.setItem(getKey(), `${getTokenAccount(token)} ${getTokenId(token)}`)
}

/** Records that notifications on this device were turned off. */
export function clearPush(): void {
  localStorage.removeItem(getKey())
}

/** Whether the account in the session turned on notifications on this device in an earlier session. */
export function isPushInterrupted(): boolean {
  const token = getSessionToken()
  const recorded = localStorage.getItem(getKey())
  if (token === null || recorded === null) return false
  const [account, id] = recorded.split(' ')
  return account === getTokenAccount(token) && id !== getTokenId(token)
}
