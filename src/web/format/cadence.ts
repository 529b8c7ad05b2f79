import { countsSteps } from '@/domain/reference/sports-with-steps'
import { t } from '@/web/i18n/text'

/** Returns the unit of cadence: revolutions per minute, or steps per minute for sports on foot. */
export const getCadenceUnit = (sportId: number): string =>
  t(countsSteps(sportId) ? 'unit.spm' : 'unit.rpm')
