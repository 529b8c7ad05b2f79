import { expect, test } from 'bun:test'
import { readSources } from '@/build/source'

/** Statements with one owner besides the files of queries that hold them: what is derived would go out of step. */
const OWNERS: Record<string, readonly string[]> = {
  'use-cases/workouts/write-workout': [
    'insertWorkout',
    'updateWorkout',
    'deleteWorkout',
    'insertSegments',
    'deleteSegments',
    'attachEquipments',
    'detachEquipments',
    'addToSums',
    'takeFromSums',
    'rebuildRecords',
  ],
  'use-cases/records/rebuild-records': ['upsertRecord', 'deleteRecords'],
}

const users = (await readSources()).filter(({ path }) => !/^(db|web|build)\//.test(path))

for (const [owner, statements] of Object.entries(OWNERS))
  test.each(statements)(`%s is left to ${owner}`, (statement) => {
    const importing = new RegExp(`import \\{[^}]*\\b${statement}\\b[^}]*\\} from`)
    const found = users.filter(({ text }) => importing.test(text)).map(({ name }) => name)
    expect(found).toEqual([owner])
  })
