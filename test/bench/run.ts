/**
 * Compares the executable with its framework, parser and archiver alone, in the same run (`bun run bench [--quick]
 * [--only reads] [--sizes] [--files 1000] [--json FILE] [--readme] [--binary dist/milepost]`). Figures for publication
 * need a quiet machine. Fails when a goal is missed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { inProject } from '@/build/project'
import { makeLibrary } from './library'
import { startLoader } from './loader'
import { archive } from './parts/archive'
import { reading } from './parts/reading'
import { reads } from './parts/reads'
import { searches } from './parts/searches'
import { sizes } from './parts/sizes'
import { start } from './parts/start'
import { uploads } from './parts/uploads'
import type { BenchContext, Part } from './stage'
import { compileCeiling } from './start-ceiling'
import { describeMachine, formatTable, type Row, withTable } from './table'

const PARTS: readonly Part[] = [start, reads, searches, uploads, archive, reading, sizes]

/** The database of published figures: 10,000 workouts of one user among 100,000. */
const LIBRARY = { own: 10_000, all: 100_000, users: 10 }
const DEFAULTS = { rounds: 3, milliseconds: 1000 }
const QUICK = { rounds: 1, milliseconds: 400 }

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    sizes: { type: 'boolean', default: false },
    only: { type: 'string' },
    files: { type: 'string' },
    json: { type: 'string' },
    readme: { type: 'boolean', default: false },
    binary: { type: 'string' },
  },
})

function program(): string {
  if (values.binary) return values.binary
  const built = Bun.spawnSync([process.execPath, 'src/build/build.ts', '--if-stale'], {
    cwd: inProject(),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (!built.success) throw new Error('the build failed')
  return inProject('dist', 'milepost')
}

function chosenParts(): Part[] {
  if (values.readme && values.only) throw new Error('The handbook shows all parts.')
  const names = values.only?.split(',')
  const unknown = names?.filter((name) => !PARTS.some((part) => part.name === name)) ?? []
  if (unknown.length > 0)
    throw new Error(`No such part: ${unknown}. There are ${PARTS.map(({ name }) => name)}.`)
  if (names) return PARTS.filter(({ name }) => names.includes(name))
  return PARTS.filter(({ isExtra }) => !isExtra || values.sizes)
}

async function main(): Promise<number> {
  const parts = chosenParts()
  const folder = mkdtempSync(join(tmpdir(), 'milepost-bench-'))
  const loader = startLoader()
  const say = (text: string) => process.stderr.write(`… ${text}\n`)
  const made: { library?: Promise<string> } = {}
  const makeOnce = async () => {
    say('making the database')
    const file = join(folder, 'library', 'milepost.db')
    await makeLibrary(file, LIBRARY)
    return file
  }
  try {
    const stage: BenchContext = {
      ...{ program: program(), ceiling: await compileCeiling(folder), folder, loader, say },
      ...{ isQuick: values.quick, effort: values.quick ? QUICK : DEFAULTS },
      files: Number(values.files ?? (values.quick ? 60 : 1000)),
      library: () => {
        made.library ??= makeOnce()
        return made.library
      },
    }
    const rows: Row[] = []
    for (const { name, run } of parts) {
      say(name)
      rows.push(...(await run(stage)))
    }
    await report(rows)
    return rows.some(({ missed }) => missed !== undefined) ? 1 : 0
  } finally {
    loader.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function report(rows: readonly Row[]): Promise<void> {
  const machine = describeMachine(new Date())
  console.log(`${machine}\n\n${formatTable(rows)}`)
  if (values.json) await Bun.write(values.json, `${JSON.stringify({ machine, rows }, null, 2)}\n`)
  if (!values.readme) return
  const file = inProject('src', 'handbook', 'benchmarks.md')
  await Bun.write(file, withTable(await Bun.file(file).text(), rows, machine))
}

process.exit(await main())
