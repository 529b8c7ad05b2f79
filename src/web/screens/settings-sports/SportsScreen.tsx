import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Sport, sportsQuery } from '@/web/api/accounts/sports'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { ExpandButton } from '@/web/components/feedback/ExpandButton'
import classes from '@/web/components/lists/ItemList.module.css'
import { ItemRow } from '@/web/components/lists/ItemRow'
import { Page } from '@/web/components/page/Page'
import { SportMedal } from '@/web/components/people/SportMedal'
import { t } from '@/web/i18n/text'
import { SportForm } from './SportForm'
import { SportNamesPanel } from './SportNamesPanel'

/** The sports with the account's settings for each. */
export function SportsScreen() {
  const { data: sports, error, refetch } = useQuery(sportsQuery)
  const [open, setOpen] = useState<number | null>(null)
  return (
    <Page title={t('settings.sports')} lead={t('sports.lead')}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {sports && (
        <ul className={classes.list} aria-label={t('settings.sports')}>
          {sports
            .filter((sport) => sport.is_active)
            .map((sport) => (
              <SportItem
                key={sport.id}
                sport={sport}
                open={open === sport.id}
                onToggle={() => setOpen(open === sport.id ? null : sport.id)}
              />
            ))}
        </ul>
      )}
      <SportNamesPanel />
    </Page>
  )
}

/** One sport; expands to be edited. */
function SportItem({
  sport,
  open,
  onToggle,
}: {
  sport: Sport
  open: boolean
  onToggle: () => void
}) {
  const facts = [
    sport.is_active_for_user ? null : t('sports.off'),
    ...sport.default_equipments.map(({ label }) => label),
  ].filter(Boolean)
  return (
    <li>
      <ItemRow
        picture={<SportMedal sportId={sport.id} size={34} decorative />}
        name={sport.label}
        isOff={!sport.is_active_for_user}
        facts={[facts.join(' · ')]}
      >
        <ExpandButton
          text={t('form.edit')}
          label={t('sports.editOne', { sport: sport.label })}
          expanded={open}
          onToggle={onToggle}
        />
      </ItemRow>
      {open && (
        <div className={classes.body}>
          <SportForm sport={sport} />
        </div>
      )}
    </li>
  )
}
