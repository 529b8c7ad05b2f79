import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { Glob } from 'bun'
import { inProject, writeWhole } from './project'

/** What an output was made from: it is up to date only when all of this is the same. */
export interface Inputs {
  /** Globs of files, relative to the project. */
  files: string[]
  /** Other facts that change the output: versions, options. */
  facts: string[]
}

/** Written by a build itself, from the other inputs. */
const OUTPUTS = new Set(['src/server/manifest.gen.ts', 'src/reference/licenses.gen.json'])

const stampFile = (name: string) => inProject('dist', 'stamps', name)

function digest(inputs: Inputs): string {
  const hash = createHash('sha256').update([Bun.version, ...inputs.facts].join('\n'))
  const paths = inputs.files.flatMap((pattern) => [...new Glob(pattern).scanSync(inProject())])
  for (const path of [...new Set(paths)].filter((name) => !OUTPUTS.has(name)).sort())
    hash.update(`\n${path}\n`).update(readFileSync(inProject(path)))
  return hash.digest('hex')
}

/** True when `outputs` exist and were made from inputs with the very same content. */
export function isUpToDate(name: string, inputs: Inputs, outputs: string[]): boolean {
  if (!existsSync(stampFile(name)) || !outputs.every((path) => existsSync(path))) return false
  return readFileSync(stampFile(name), 'utf8') === digest(inputs)
}

/** Remembers that the outputs called `name` were just made from these inputs. */
export const stamp = (name: string, inputs: Inputs) => writeWhole(stampFile(name), digest(inputs))
