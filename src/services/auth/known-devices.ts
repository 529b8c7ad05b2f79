import type { Device } from '@/lib/network/user-agent'
import type { Signer } from '@/lib/text/signed-text'
import { type Clock, DAY } from '@/lib/time/clock'
import type { Db } from '@/store/db/connections/open'
import { writeTo } from '@/store/db/connections/transact'
import { findLoginAddress, upsertLoginAddress } from '@/store/db/queries/accounts/login-addresses'
import type { UserRow } from '@/store/db/queries/accounts/users'

/*
 * Devices that have logged in before get their own limit of failed logins, so that a stranger who uses up the limit of
 * an account does not lock its user out. A browser is known by a cookie ("device cookie" of OWASP), an app without
 * cookies by the address it logged in from. Both are digests keyed with the server's secret: they name no account and
 * no address, and a changed password makes them invalid. Users are notified by mail of a login with an unknown device.
 */

export interface DeviceDeps {
  db: Db
  clock: Clock
  deviceSigner: Signer
}

/** The columns that a device is bound to. */
export type DeviceOwner = Pick<UserRow, 'id' | 'created_at' | 'session_epoch'>

/** Accounts that one browser is known for; the oldest is dropped for a sixth. */
const MAX_ACCOUNTS = 5
/** Each address counts twice: alone, and with the browser and system that logged in from there. */
const MAX_ADDRESSES = 40
/** Milliseconds for which an address is known after a login. */
export const ADDRESS_LIFETIME = 90 * DAY
const SEPARATOR = '~'

/**
 * Returns the cookie value after a login to `account` with a browser that had sent `former`, which is '' if it sent
 * none.
 */
export function addDevice(
  signer: Signer,
  account: DeviceOwner,
  { former, id }: DeviceCookie,
): string {
  const others = former.split(SEPARATOR).filter((entry) => entry !== '')
  const known = findDevice(signer, account, former)
  const entries = [
    known ?? signDevice(signer, account, id),
    ...others.filter((entry) => entry !== known),
  ]
  return entries.slice(0, MAX_ACCOUNTS).join(SEPARATOR)
}

interface DeviceCookie {
  former: string
  /** A new random id, letters and digits, for a device that is not known yet. */
  id: string
}

/** Finds the entry of a cookie value that is valid for an account. */
export const findDevice = (
  signer: Signer,
  account: DeviceOwner,
  value: string,
): string | undefined =>
  value
    .split(SEPARATOR)
    .slice(0, MAX_ACCOUNTS)
    .find((entry) => entry === signDevice(signer, account, entry.split('.')[0] ?? ''))

const signDevice = (signer: Signer, account: DeviceOwner, id: string) =>
  `${id}.${computeSignature(signer, `device ${id} ${formatOwner(account)}`)}`

/** What identifies the client of a login. */
export interface LoginClient {
  /** The value of its device cookie, or ''. */
  cookie: string
  device: Device | undefined
  /** Its network. */
  network: string
}

/**
 * Whether an account has been used from a client before: from the same browser, or with the same browser and system from
 * the same network.
 */
export const isKnownClient = async (
  deps: DeviceDeps,
  account: DeviceOwner,
  client: LoginClient,
): Promise<boolean> =>
  findDevice(deps.deviceSigner, account, client.cookie) !== undefined ||
  (await findKnownAddress(deps, account, deviceAddress(client))) !== undefined

/** Records that a user has logged in from a client. */
export async function storeKnownClient(
  deps: DeviceDeps,
  account: DeviceOwner,
  client: LoginClient,
): Promise<void> {
  await storeKnownAddress(deps, account, client.network)
  await storeKnownAddress(deps, account, deviceAddress(client))
}

const deviceAddress = ({ network, device }: LoginClient) =>
  `${network} ${device?.browser ?? ''} ${device?.os ?? ''}`

/** Finds the address digest of a recent login from an address, or from its network. Undefined if there was none. */
export async function findKnownAddress(
  { db, clock, deviceSigner }: DeviceDeps,
  account: DeviceOwner,
  address: string,
): Promise<string | undefined> {
  const addressDigest = hashAddress(deviceSigner, account, address)
  const lastLogin = await findLoginAddress(db, { userId: account.id, addressDigest })
  return lastLogin !== undefined && lastLogin > clock.now() - ADDRESS_LIFETIME
    ? addressDigest
    : undefined
}

/**
 * Records that a user has logged in from an address. Writes at most once a day per address, because every login calls
 * it.
 */
async function storeKnownAddress(
  { db, clock, deviceSigner }: DeviceDeps,
  account: DeviceOwner,
  address: string,
): Promise<void> {
  const known = {
    userId: account.id,
    addressDigest: hashAddress(deviceSigner, account, address),
  }
  const now = clock.now()
  const lastLogin = await findLoginAddress(db, known)
  if (lastLogin !== undefined && lastLogin <= now && lastLogin > now - DAY) return
  await writeTo(db, (tx) => upsertLoginAddress(tx, { ...known, now }, MAX_ADDRESSES))
}

const hashAddress = (signer: Signer, account: DeviceOwner, address: string) =>
  computeSignature(signer, `address ${address} ${formatOwner(account)}`)

/** Changes with the password, and differs for a later account that reuses the id of a deleted one. */
const formatOwner = ({ id, created_at, session_epoch }: DeviceOwner) =>
  `${id} ${created_at} ${session_epoch}`

const computeSignature = (signer: Signer, text: string) => signer.sign(text).slice(text.length + 1)
