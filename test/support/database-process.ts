/** Opens the database of its first argument, performs the actions of the other arguments, and kills itself. */
import { writeFileSync } from 'node:fs'
import { openOwnDatabase } from '@/store/db/connections/open-for-server'
import { writeTo } from '@/store/db/connections/transact'

/** Bytes of each row: many pages of the WAL. */
const ROW = 300_000

const [, , file = '', ...actions] = process.argv
const { db, sqlite } = openOwnDatabase(file, () => undefined)
sqlite.exec('create table if not exists written (name, bytes)')

async function write(name: string): Promise<void> {
  const insert = sqlite.prepare('insert into written values (?, zeroblob(?))')
  const error = await writeTo(db, async () => void insert.run(name, ROW)).catch((e: Error) => e)
  process.stdout.write(error ? `${name} refused: ${error.name}\n` : `${name} acknowledged\n`)
}

const names = () => sqlite.prepare('select name from written').pluck().all().join(',')

for (const action of actions) {
  const [what, value = ''] = action.split(/:(.*)/s)
  if (what === 'write') await write(value)
  if (what === 'run') Bun.spawnSync(['sh', '-c', value])
  if (what === 'close') await db.destroy()
  if (what === 'list') process.stdout.write(`${names()}\n`)
  if (what === 'wait') {
    writeFileSync(`${file}.ready`, '')
    await Bun.sleep(600_000)
  }
}
process.kill(process.pid, 'SIGKILL')
