import { Button } from '@mantine/core'
import type { SuggestedZone } from '@/web/api/privacy/privacy'
import lists from '@/web/components/lists/ItemList.module.css'
import { ItemRow } from '@/web/components/lists/ItemRow'
import { formatNumber } from '@/web/format/numbers'
import { t } from '@/web/i18n/text'
import type { Position } from '@/web/map/nearest-position'
import { usePreferences } from '@/web/state/preferences'

/** Decimals of degrees: about ten metres. */
const DECIMALS = 4

/** Places where several workouts start, most frequent first; each opens the form for a zone there. */
export function SuggestionList({
  suggestions,
  onChoose,
}: {
  suggestions: readonly SuggestedZone[]
  onChoose: (position: Position) => void
}) {
  const { locale } = usePreferences()
  return (
    <ul className={lists.list} aria-label={t('privacyZones.suggestions')}>
      {suggestions.map(({ latitude, longitude, count }) => (
        <li key={`${latitude} ${longitude}`}>
          <ItemRow
            name={t('privacyZones.starts', { count })}
            facts={[
              t('privacyZones.position', {
                latitude: formatNumber(latitude, DECIMALS, locale),
                longitude: formatNumber(longitude, DECIMALS, locale),
              }),
            ]}
          >
            <Button variant="default" size="sm" onClick={() => onChoose({ latitude, longitude })}>
              {t('privacyZones.createHere')}
            </Button>
          </ItemRow>
        </li>
      ))}
    </ul>
  )
}
