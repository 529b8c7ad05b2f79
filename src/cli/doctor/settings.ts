import type { Config } from '@/lib/config/config'
import { DEFAULT_ATTRIBUTION, DEFAULT_TILES } from '@/lib/config/map-settings'
import type { Finding } from './finding'

const LOCAL = /^http:\/\/(localhost|127\.|\[::1\])/

/** Checks for settings that contradict each other or miss their purpose. */
export const examineSettings = (config: Config): Finding[] => [
  {
    what: 'public address',
    problem:
      config.mail && LOCAL.test(config.uiUrl)
        ? `mails link to ${config.uiUrl}, which only this machine can open`
        : undefined,
    advice: 'Set UI_URL to the address people use.',
  },
  {
    what: 'proxy',
    problem:
      config.uiUrl.startsWith('https:') && !config.socket && config.trustedProxies.length === 0
        ? 'UI_URL is https, but no proxy is trusted: all visitors seem to come from one address'
        : undefined,
    advice: 'Set TRUSTED_PROXIES to the address of the proxy, such as 127.0.0.1.',
    isMild: true,
  },
  {
    what: 'map attribution',
    problem:
      config.map.tileUrl &&
      config.map.tileUrl !== DEFAULT_TILES &&
      config.map.attribution === DEFAULT_ATTRIBUTION
        ? 'the attribution does not match the tile server'
        : undefined,
    advice: 'Set MAP_ATTRIBUTION to the text that the owner of the tiles requires.',
    isMild: true,
  },
  {
    what: 'backups',
    problem: config.backup
      ? undefined
      : config.nightlyCopies > 0
        ? 'only the database is copied, to the same disk'
        : 'there are none',
    advice: 'Set BACKUP_TO to a folder on another disk.',
    isMild: true,
  },
  {
    what: 'setting names',
    problem: config.unknown.length > 0 ? `${config.unknown.join(', ')} are unknown` : undefined,
    advice: 'Check the spelling: `milepost help settings` lists all settings.',
    isMild: true,
  },
  {
    what: 'settings of other programs',
    problem:
      config.ignored.length > 0 ? `${config.ignored.join(', ')} have no effect here` : undefined,
    advice: 'Remove them.',
    isMild: true,
  },
]
