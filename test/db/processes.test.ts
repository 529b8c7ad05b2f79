import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openDatabase } from '@/store/db/connections/open'
import { newFolder } from '../support/folder'

const folder = newFolder()

async function createUser(name: string) {
  const child = Bun.spawn(
    [
      ...[process.execPath, 'src/main.ts', 'users', 'create', name],
      ...['--email', `${name}@example.com`, '--data-dir', folder],
    ],
    { env: { PATH: process.env.PATH ?? '' }, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  return { code: await child.exited, err: await new Response(child.stderr).text() }
}

test('several processes can write to one database, waiting for each other', async () => {
  expect(await createUser('first')).toEqual({ code: 0, err: '' })
  const names = ['one', 'two', 'three', 'four']
  expect(await Promise.all(names.map(createUser))).toEqual(names.map(() => ({ code: 0, err: '' })))
})

test('a transaction that starts with a read may write at the end', async () => {
  const file = join(folder, 'milepost.db')
  const [one, other] = [openDatabase(file), openDatabase(file, { busyTimeout: 0 })]
  const write = ({ db }: typeof one) => db.updateTable('app_config').set({ about: 'x' }).execute()
  await one.db.transaction().execute(async (tx) => {
    await tx.selectFrom('app_config').selectAll().execute()
    await expect(write(other)).rejects.toThrow('database is locked')
    await tx.updateTable('app_config').set({ about: 'y' }).execute()
  })
  await write(other)
  await Promise.all([one.db.destroy(), other.db.destroy()])
})
