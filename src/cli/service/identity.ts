import { accessSync, constants } from 'node:fs'
import { tmpdir } from 'node:os'
import { listGroups, type MachineAccount } from './system-accounts'

/** The user that a process runs as. */
export interface Identity {
  uid: number
  /** The name of the account that the process switched to from root. */
  became?: string
  /** Switches from root to an account, irreversibly. @throws a system error when the kernel does not allow it */
  become: (account: MachineAccount) => void
}

/** The identity of this process. */
export const processIdentity = (): Identity => ({
  uid: process.getuid?.() ?? 0,
  become: ({ uid, gid }) => {
    const groups = listGroups(uid)
    process.setgroups?.([gid, ...groups])
    process.setgid?.(gid)
    process.setuid?.(uid)
    // pam_tmpdir sets TMPDIR to a folder that only root can use.
    if (!isAllowed(tmpdir(), constants.W_OK)) delete process.env.TMPDIR
  },
})

/** Whether this process has access to a file. `mode` is a constant such as R_OK. */
export function isAllowed(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}
