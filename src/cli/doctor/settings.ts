import { type Config, DEFAULT_ATTRIBUTION, DEFAULT_TILES } from '@/config/config'
import type { Finding } from './finding'

const LOCAL = /^http:\/\/(localhost|127\.|\[::1\])/

/** Looks for settings that contradict each other, or what they are for. */
export const examineSettings = (config: Config): Finding[] => [
  {
    what: 'public address',
    fault:
      config.mail && LOCAL.test(config.uiUrl)
        ? `mails link to ${config.uiUrl}, which only this machine can open`
        : undefined,
    advice: 'Set UI_URL to the address people use.',
  },
  {
    what: 'proxy',
    fault:
      config.uiUrl.startsWith('https:') && !config.socket && config.trustedProxies.length === 0
        ? 'UI_URL is https, but no proxy is trusted: all visitors seem to come from one address'
        : undefined,
    advice: 'Set TRUSTED_PROXIES to the address of the proxy, such as 127.0.0.1.',
    isMild: true,
  },
  {
    what: 'map attribution',
    fault:
      config.map.tileUrl !== DEFAULT_TILES && config.map.attribution === DEFAULT_ATTRIBUTION
        ? 'tiles come from another server than those who are named'
        : undefined,
    advice: 'Set MAP_ATTRIBUTION to what the owner of the tiles asks for.',
    isMild: true,
  },
  {
    what: 'backups',
    fault: config.backup ? undefined : 'only the database is copied, to the same disk',
    advice: 'Set BACKUP_TO to a folder on another disk.',
    isMild: true,
  },
  {
    what: 'names of settings',
    fault: config.unknown.length > 0 ? `${config.unknown.join(', ')} are unknown` : undefined,
    advice: 'Look for slips; the README lists all names.',
    isMild: true,
  },
  {
    what: 'settings of other programs',
    fault: config.ignored.length > 0 ? `${config.ignored.join(', ')} mean nothing here` : undefined,
    advice: 'Remove them.',
    isMild: true,
  },
]
