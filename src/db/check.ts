import type { OpenDatabase } from './open'
import { listUsersWithWrongSums, rebuildSums } from './queries/workout-sums'
import { writeTo } from './transact'

/** Something that was looked at, and what is wrong with it; nothing when it is sound. */
export interface Finding {
  what: string
  fault: string | undefined
  /** Puts it right; missing when that takes a backup. */
  repair?: () => Promise<void>
}

/** Looks whether a database is sound: its pages, what refers to what, and the sums kept of workouts. */
export async function checkDatabase({ db, sqlite }: OpenDatabase): Promise<Finding[]> {
  const pages = sqlite.pragma('integrity_check') as { integrity_check: string }[]
  const damage = pages.map((row) => row.integrity_check).filter((text) => text !== 'ok')
  const dangling = sqlite.pragma('foreign_key_check') as { table: string }[]
  const users = await listUsersWithWrongSums(db)
  return [
    { what: 'pages', fault: damage.length > 0 ? damage.join('; ') : undefined },
    {
      what: 'references',
      fault:
        dangling.length > 0
          ? `${dangling.length} in ${[...new Set(dangling.map(({ table }) => table))].join(', ')}`
          : undefined,
    },
    {
      what: 'sums of workouts',
      fault: users.length > 0 ? `wrong for ${users.length} account(s)` : undefined,
      repair: async () => {
        for (const id of users) await writeTo(db, (tx) => rebuildSums(tx, id))
      },
    },
  ]
}
