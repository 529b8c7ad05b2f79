import { countsSteps } from '@/reference/steps'
import { t } from '@/web/i18n/text'

/** What cadence is counted in: turns, or steps for sports on foot. */
export const cadenceUnit = (sportId: number): string =>
  t(countsSteps(sportId) ? 'unit.spm' : 'unit.rpm')
