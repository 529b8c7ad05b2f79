import { countsSteps } from '@/domain/reference/sports-with-steps'
import { isSwimming } from '@/domain/reference/swimming'
import { t } from '@/web/i18n/text'

/** Returns the unit of cadence: steps per minute on foot, strokes per minute in the water, else revolutions. */
export const getCadenceUnit = (sportId: number): string =>
  t(isSwimming(sportId) ? 'unit.strokes' : countsSteps(sportId) ? 'unit.spm' : 'unit.rpm')
