import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SportName } from '@/web/api/sport-names'
import { sportsQuery } from '@/web/api/sports'
import list from '@/web/components/ItemList.module.css'
import { SportSelect } from '@/web/components/SportSelect'
import { t } from '@/web/i18n/text'
import classes from './SportNamesPanel.module.css'

/** What files of FIT watches say: sport and sub-sport by their numbers. */
const FIT = /^\d+\/\d+$/

/** What is meant by one name; can be changed and forgotten. */
export function SportNameRow({
  meaning,
  disabled,
  onChange,
}: {
  meaning: SportName
  disabled: boolean
  onChange: (sportId: number | null) => void
}) {
  const { data: sports = [] } = useQuery(sportsQuery)
  const usual = sports.find(({ id }) => id === meaning.usual_sport_id)?.label
  const name = FIT.test(meaning.name) ? `FIT ${meaning.name}` : meaning.name
  return (
    <li className={classes.row}>
      <span className={classes.name}>
        <span className={list.name}>{name}</span>
        <span className={list.facts}>
          {usual === undefined
            ? t('sportNames.unknown')
            : t('sportNames.usually', { sport: usual })}
        </span>
      </span>
      <SportSelect
        label={t('sportNames.meant', { name })}
        bare
        auto={null}
        value={meaning.sport_id}
        disabled={disabled}
        onChange={onChange}
      />
      <Button
        variant="default"
        size="sm"
        aria-label={t('sportNames.forgetOne', { name })}
        disabled={disabled}
        onClick={() => onChange(null)}
      >
        {t('sportNames.forget')}
      </Button>
    </li>
  )
}
