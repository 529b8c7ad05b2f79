import sports from '@/reference/sports.json'
import { t } from '@/web/i18n/text'

/** What cadence is counted in: turns, or steps for sports on foot. */
export function cadenceUnit(sportId: number): string {
  const sport = sports.sports.find(({ id }) => id === sportId)
  return t(sport?.cadence === 'spm' ? 'unit.spm' : 'unit.rpm')
}
