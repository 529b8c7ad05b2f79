import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runToEnd } from './victim'

const VERSION = '4.32.5'
const PROJECT = join(import.meta.dir, '..', '..')
/** Next to the other tools, which Git ignores. */
const HOME = join(PROJECT, '.tools', `schemathesis-${VERSION}`)
const CHECKS = join(import.meta.dir, 'schemathesis-checks.py')

/** Checks that are not made, and the reason. */
const LEFT_OUT: Record<string, string> = {
  positive_data_acceptance: 'rules go beyond schemas: dates, names that are taken, tokens by mail',
  negative_data_rejection: 'wrong values in addresses count as not given; ours is for bodies',
  object_level_authorization: 'it asks for lists of users; the attack on foreign objects does it',
}

/** Existing values, by the name of a parameter. */
export type Dictionary = Record<string, readonly (string | number)[]>

export interface Tour {
  url: string
  /** A session token; requests are anonymous without it. */
  token: string | undefined
  /** Requests for each operation, in addition to those that cover it. */
  examples: number
  seed: number
  /** Values that path parameters have most of the time. */
  known: Dictionary
  /** Operations that would end the tour. */
  without: readonly string[]
  /** Milliseconds. */
  limit: number
}

export interface Outcome {
  /** Requests that were sent and checked. */
  sent: number
  /** One line each. */
  problems: string[]
  /** The output of Schemathesis. */
  output: string
}

/**
 * Installs Schemathesis from PyPI if it is missing. Requires Python with `venv`. @throws Error with the reason if that
 * fails.
 */
export async function installSchemathesis(): Promise<void> {
  if (existsSync(HOME)) return
  const folder = mkdtempSync(`${HOME}-`)
  const steps = [
    ['python3', '-m', 'venv', folder],
    [join(folder, 'bin', 'python'), '-m', 'pip', 'install', '-q', `schemathesis==${VERSION}`],
  ]
  for (const command of steps) {
    const problem = await problemOf(command)
    if (!problem) continue
    rmSync(folder, { recursive: true, force: true })
    throw new Error(problem)
  }
  renameSync(folder, HOME)
}

async function problemOf(command: string[]): Promise<string | undefined> {
  try {
    const { code, output } = await runToEnd(command)
    return code === 0 ? undefined : output.trim().split('\n').at(-1)
  } catch (error) {
    return String(error)
  }
}

/** Lets Schemathesis call every operation of the API document in many ways. */
export async function tour(how: Tour): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-schemathesis-'))
  try {
    const config = join(folder, 'schemathesis.toml')
    const report = join(folder, 'report.json')
    writeFileSync(config, settingsOf(how))
    // The scripts of a folder that was moved cannot be run, but its Python can.
    const { output, stdout } = await runToEnd(
      [
        ...[join(HOME, 'bin', 'python'), '-m', 'schemathesis.cli', '--config-file', config],
        ...['run', `${how.url}/api/openapi.json`, '--seed', String(how.seed), '--no-color'],
        ...['--max-examples', String(how.examples), '--continue-on-failure'],
        ...['--checks', 'all', '--exclude-checks', Object.keys(LEFT_OUT).join()],
        ...(how.token ? ['--header', `Authorization: Bearer ${how.token}`] : []),
        ...how.without.flatMap((id) => ['--exclude-operation-id', id]),
        ...['--generation-database', 'none', '--suppress-health-check', 'all'],
        ...['--report', 'json', '--report-json-path', report],
      ],
      { cwd: folder, limit: how.limit },
    )
    if (!existsSync(report)) throw new Error(`Schemathesis ended: ${output}`)
    return { ...readReport(JSON.parse(readFileSync(report, 'utf8'))), output: stdout }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Parameters get known values most of the time, so that operations have something to work with. */
const KNOWN = 0.7

function settingsOf({ known }: Tour): string {
  const lines = [`hooks = ${JSON.stringify(CHECKS)}`]
  for (const [name, values] of Object.entries(known))
    lines.push(`[dictionaries.${name}]`, `values = ${JSON.stringify(values)}`)
  lines.push('[parameters]')
  for (const name of Object.keys(known))
    lines.push(`"path.${name}" = { dictionary = "${name}", probability = ${KNOWN} }`)
  return `${lines.join('\n')}\n`
}

interface Report {
  complete: boolean
  stop_reason: string
  test_cases: { generated: number; without_checks: number }
  failures: { code: string; title: string; operations: string[] }[]
  errors: unknown[]
}

function readReport({ complete, stop_reason, test_cases, failures, errors }: Report) {
  return {
    sent: test_cases.generated - test_cases.without_checks,
    problems: [
      ...(complete ? [] : [`Schemathesis stopped: ${stop_reason}`]),
      ...failures.flatMap(({ code, title, operations }) =>
        operations.map((operation) => `${code} ${title}: ${operation}`),
      ),
      ...errors.map((error) => JSON.stringify(error)),
    ],
  }
}
