import { findUserByEmail } from '@/store/db/queries/accounts/users'
import { type DeviceDeps, findDevice, findKnownAddress } from './known-devices'
import type { AttemptKeys } from './login-attempts'

/** The account whose secret is guessed. */
export type Account = { userId: number } | { email: string }

interface Attempt {
  account: Account | undefined
  /** The name of the client's network and the route. */
  client: string
  /** The client's network. */
  network: string
  /** The value of its device cookie, or ''. */
  device: string
}

/**
 * Finds the keys under which an attempt is counted if it fails.
 *
 * - A device that is known by its cookie has its own limit; neither its network nor the account counts.
 * - From a known address, the limits of the network and of the account at this address apply. The network counts
 *   because users behind one proxy or router may share the address with a stranger.
 * - A caller with a session has its own limit too, but wrong passwords count for the account: the session may be
 *   stolen.
 * - Otherwise the limits of the network and of the account apply, also for an account that does not exist.
 */
export async function findAttemptKeys(
  deps: DeviceDeps,
  { account, client, network, device }: Attempt,
): Promise<AttemptKeys> {
  if (!account) return { limited: [client] }
  if ('userId' in account)
    return {
      limited: [client, `session of ${account.userId}`],
      alsoCounted: [`account ${account.userId}`],
    }
  const user = await findUserByEmail(deps.db, account.email)
  if (!user) return { limited: [client, `address ${account.email.toLowerCase()}`] }
  const known = findDevice(deps.deviceSigner, user, device)
  if (known !== undefined) return { limited: [`device ${known}`] }
  const address = await findKnownAddress(deps, user, network)
  return {
    limited: [client, address === undefined ? `account ${user.id}` : `known address ${address}`],
  }
}
