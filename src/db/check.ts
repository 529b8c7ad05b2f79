import { entityTag } from '@/lib/entity-tag'
import { isDamaged } from '@/lib/faults'
import { unpack } from '@/lib/gzip'
import type { Db, OpenDatabase } from './open'
import { deleteKeptAnswer, listKeptAnswersAfter } from './queries/kept-answers'
import { listUsersWithWrongLoadSums, rebuildLoadSums } from './queries/workout-loads'
import { listUsersWithWrongSums, rebuildSums } from './queries/workout-sums'
import { writeTo } from './transact'

/** Something that was looked at, and what is wrong with it; nothing when it is sound. */
export interface Finding {
  what: string
  fault: string | undefined
  /** Puts it right; missing when that takes a backup. */
  repair?: () => Promise<void>
}

/** Looks whether a database is sound: its pages, what refers to what, the sums kept of workouts, and answers. */
export async function checkDatabase({ db, sqlite }: OpenDatabase): Promise<Finding[]> {
  const damage = damageOf(sqlite)
  // What is read of damaged pages tells nothing.
  if (damage.length > 0) return [{ what: 'pages', fault: inShort(damage) }]
  const dangling = sqlite.pragma('foreign_key_check') as { table: string }[]
  const users = await listUsersWithWrongSums(db)
  const withLoads = await listUsersWithWrongLoadSums(db)
  const answers = await listDamagedAnswers(db)
  return [
    { what: 'pages', fault: undefined },
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
    {
      what: 'sums of loads',
      fault: withLoads.length > 0 ? `wrong for ${withLoads.length} account(s)` : undefined,
      repair: async () => {
        for (const id of withLoads) await writeTo(db, (tx) => rebuildLoadSums(tx, id))
      },
    },
    {
      what: 'kept answers',
      fault: answers.length > 0 ? `${answers.length} damaged` : undefined,
      repair: async () => {
        for (const position of answers) await writeTo(db, (tx) => deleteKeptAnswer(tx, position))
      },
    },
  ]
}

/** What SQLite finds wrong with the pages, or why it cannot even look. */
function damageOf(sqlite: OpenDatabase['sqlite']): string[] {
  try {
    const pages = sqlite.pragma('integrity_check') as { integrity_check: string }[]
    return pages.map((row) => row.integrity_check).filter((text) => text !== 'ok')
  } catch (error) {
    if (isDamaged(error)) return [error.message]
    throw error
  }
}

/** Faults that are told; the others are of the same kind. */
const MOST_TOLD = 3

const inShort = (damage: readonly string[]) =>
  [
    ...damage.slice(0, MOST_TOLD),
    ...(damage.length > MOST_TOLD ? [`${damage.length - MOST_TOLD} more`] : []),
  ].join('; ')

/** Answers that are looked at before others get a turn; each may be some megabytes. */
const ANSWERS_AT_ONCE = 20

/** Positions of the kept answers that are not what their entity tag says. */
async function listDamagedAnswers(db: Db): Promise<number[]> {
  const damaged: number[] = []
  for (let after = 0; ; ) {
    const answers = await listKeptAnswersAfter(db, after, ANSWERS_AT_ONCE)
    for (const { position, etag, body } of answers) {
      const plain = await unpack(new Uint8Array(body)).catch(() => undefined)
      if (plain === undefined || entityTag(plain) !== etag) damaged.push(position)
      after = position
    }
    if (answers.length < ANSWERS_AT_ONCE) return damaged
  }
}
