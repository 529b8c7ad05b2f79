import { resolve } from 'node:path'
import type { Command } from 'commander'
import { loadConfig } from '@/config/config'
import { SECRET_VARIABLES, VARIABLES, type VariableName } from '@/config/env'
import { readSettings } from '@/config/read-settings'
import type { Io } from './io'
import { flagsOf, withDataDir } from './options'

export function addConfigCommands(program: Command, io: Io): void {
  const config = program.command('config').description('look at the settings')
  withDataDir(config.command('print'))
    .description('print every setting that is made, and where')
    .action((options) => {
      const { env, sources } = settingsOf(options, io)
      for (const name of Object.keys(VARIABLES) as VariableName[]) {
        const value = SECRET_VARIABLES.includes(name) ? '(secret)' : env[name]
        if (env[name] !== undefined) io.out(`${name}=${value}  # ${sources[name]}`)
      }
      if (Object.values(env).every((value) => value === undefined))
        io.err('No setting is made: everything has its default.')
    })
  withDataDir(config.command('check'))
    .description('say what is wrong with the settings')
    .action((options) => {
      const { ignored, unknown } = settingsOf(options, io)
      loadConfig(flagsOf(options), io.env)
      for (const name of ignored) io.out(`${name} is set but not needed here.`)
      if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. Is it a slip?`)
      io.out('The settings can be used.')
    })
}

function settingsOf(options: Record<string, unknown>, io: Io) {
  const flags = flagsOf(options)
  return readSettings(flags, io.env, resolve(flags.DATA_DIR ?? io.env.DATA_DIR ?? 'data'))
}
