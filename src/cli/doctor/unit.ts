import {
  foldersClosedByUnit,
  foldersOutsideUnit,
  PATHS_FILE,
  pathsDropIn,
} from '@/cli/service/unit-paths'
import type { Config } from '@/lib/config/config'
import type { Finding } from './finding'

/** Checks that the systemd unit lets the server write to all configured folders. `root` is `/` except in tests. */
export function examineUnit(config: Config, root = '/'): Finding[] {
  if (foldersOutsideUnit(config).length === 0) return []
  const closed = foldersClosedByUnit(config, root)
  const names = closed.map(({ path, setting }) => `${path} (${setting})`).join(', ')
  return [
    {
      what: 'folders that the unit opens',
      problem: closed.length > 0 ? `the server may not write to ${names}` : undefined,
      advice: unitAdvice(config),
    },
  ]
}

/** Describes how to give the server access to folders that the unit protects. */
const unitAdvice = (config: Config): string =>
  `As root: milepost service paths && systemctl daemon-reload && systemctl restart milepost\nThe first writes ${PATHS_FILE}:\n${pathsDropIn(foldersOutsideUnit(config)).trimEnd()}`
