import type { Command } from 'commander'
import {
  ConfigError,
  SECRET_VARIABLES,
  VARIABLES,
  type VariableName,
} from '@/lib/config/environment-variables'
import { readSettings } from '@/lib/config/read-settings'
import { examineUnit } from './doctor/unit'
import type { Io } from './io'
import { flagsOf, loadCommandConfig, withDataDir } from './options'

export function addConfigCommands(program: Command, io: Io): void {
  const config = program.command('config').description('print or check the settings')
  withDataDir(config.command('print'))
    .description('print every setting that has a value, and where it was set')
    .action((options) => {
      const { env, sources } = readCommandSettings(options, io)
      for (const name of Object.keys(VARIABLES) as VariableName[]) {
        const value = SECRET_VARIABLES.includes(name) ? '(secret)' : env[name]
        if (env[name] !== undefined) io.out(`${name}=${value}  # ${sources[name]}`)
      }
      if (Object.values(env).every((value) => value === undefined))
        io.err('No setting is set: all have their defaults.')
    })
  withDataDir(config.command('check'))
    .description('report problems with the settings')
    .action((options) => {
      const { ignored, unknown, isInstalled } = readCommandSettings(options, io)
      const problems = findProblems(options, io, isInstalled)
      for (const name of ignored) io.out(`${name} is set but has no effect here.`)
      if (unknown.length > 0) problems.push(`Unknown: ${unknown.join(', ')}. Check the spelling.`)
      if (problems.length > 0) throw new Error(problems.join('\n'))
      io.out('The settings are valid.')
    })
}

const readCommandSettings = (options: Record<string, unknown>, io: Io) =>
  readSettings(flagsOf(options), io.env, io.installation)

/** Lists the problems that would prevent a server from starting with these settings. */
function findProblems(options: Record<string, unknown>, io: Io, isInstalled: boolean): string[] {
  try {
    const config = loadCommandConfig(options, io)
    if (!isInstalled) return []
    return examineUnit(config).flatMap(({ problem, advice }) =>
      problem === undefined ? [] : `The unit has to open folders: ${problem}.\n${advice}`,
    )
  } catch (error) {
    if (error instanceof ConfigError) return [...error.problems]
    throw error
  }
}
