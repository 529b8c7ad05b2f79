import { readFileSync } from 'node:fs'

/** A user account of the operating system. */
export interface MachineAccount {
  uid: number
  gid: number
  /** The name for messages and `sudo -u`. */
  name: string
}

/** Finds an account in `/etc/passwd` by user id or name; undefined for accounts from a directory such as LDAP. */
export function findAccount(wanted: number | string): MachineAccount | undefined {
  for (const line of readLines('/etc/passwd')) {
    const [name = '', , uid, gid] = line.split(':')
    if (name === wanted || Number(uid) === wanted)
      return { uid: Number(uid), gid: Number(gid), name }
  }
  return undefined
}

/** Returns the ids of an account's supplementary groups in `/etc/group`. */
export function listGroups(uid: number): number[] {
  const name = findAccount(uid)?.name
  return readLines('/etc/group').flatMap((line) => {
    const [, , gid, members = ''] = line.split(':')
    return name !== undefined && members.split(',').includes(name) ? [Number(gid)] : []
  })
}

/** Finds the id of a group in `/etc/group`; undefined if there is none. */
export function findGroup(name: string): number | undefined {
  const line = readLines('/etc/group').find((one) => one.startsWith(`${name}:`))
  return line === undefined ? undefined : Number(line.split(':')[2])
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}
