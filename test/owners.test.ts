import { expect, test } from 'bun:test'
import { readSources } from '@/build/checks/source'

/** Statements that only one file outside of the queries may use, because it keeps derived data up to date. */
const OWNERS: Record<string, readonly string[]> = {
  'use-cases/workouts/write/write-workout': [
    'insertWorkout',
    'updateWorkout',
    'deleteWorkout',
    'attachEquipments',
    'detachEquipments',
    'addToSums',
    'subtractFromSums',
    'rebuildRecords',
  ],
  'use-cases/workouts/write/write-recording': ['insertSegments', 'deleteSegments'],
  'use-cases/records/rebuild-records': ['upsertRecord', 'deleteRecords'],
}

const users = (await readSources()).filter(({ path }) => !/^(db|web|build)\//.test(path))

for (const [owner, statements] of Object.entries(OWNERS))
  test.each(statements)(`%s is only used by ${owner}`, (statement) => {
    const importing = new RegExp(`import \\{[^}]*\\b${statement}\\b[^}]*\\} from`)
    const found = users.filter(({ text }) => importing.test(text)).map(({ name }) => name)
    expect(found).toEqual([owner])
  })
