import type { RateLimit } from '@/lib/network/rate-limiter'
import { ConfigError } from './environment-variables'

const SECONDS = { second: 1, minute: 60, hour: 3600, day: 86400, month: 2592000, year: 31104000 }
type Unit = keyof typeof SECONDS

/**
 * Parses limits such as `300 per 5 minutes` or `5/second`, separated by commas or semicolons. `off` means no limits.
 *
 * @throws ConfigError for any other text.
 */
export function parseRateLimits(name: string, text: string): RateLimit[] {
  if (text.trim().toLowerCase() === 'off') return []
  return text.split(/[,;]/).map((part) => parseOne(name, part.trim()))
}

function parseOne(name: string, text: string): RateLimit {
  const match = /^(\d+)\s*(?:per|\/)\s*(\d+)?\s*(second|minute|hour|day|month|year)s?$/i.exec(text)
  if (!match)
    throw new ConfigError(`${name} is '${text}': write limits like '300 per 5 minutes', or 'off'.`)
  const [, count, times = '1', word = ''] = match
  const unit = word.toLowerCase() as Unit
  return {
    count: Number(count),
    windowSeconds: Number(times) * SECONDS[unit],
    text: `${count} per ${times} ${unit}`,
  }
}
