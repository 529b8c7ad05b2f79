import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteWeight, refreshWeights, type Weight, weightsQuery } from '@/web/api/accounts/weights'
import { LoadError } from '@/web/components/feedback/LoadError'
import { ActionItem } from '@/web/components/forms/ActionItem'
import classes from '@/web/components/lists/ItemList.module.css'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Page } from '@/web/components/page/Page'
import { Panel } from '@/web/components/page/Panel'
import { formatDay } from '@/web/format/dates'
import { formatMass, formatQuantity } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useProfile } from '@/web/state/profile'
import { WeightForm } from './WeightForm'

/** The current and previous weights of the account. */
export function WeightScreen() {
  const profile = useProfile()
  const list = useInfiniteQuery(weightsQuery)
  const weights = list.data?.pages.flatMap(({ data }) => data.weights) ?? []
  return (
    <Page title={t('settings.weight')} lead={t('weight.lead')}>
      <Panel title={t('weight.new')} text={t('weight.newHint')}>
        {profile && <WeightForm key={profile.username} />}
      </Panel>
      <LoadError queries={[list]} />
      {list.data && (
        <Panel title={t('weight.title')}>
          {weights.length === 0 && <p>{t('weight.none')}</p>}
          {weights.length > 0 && (
            <ul className={classes.list} aria-label={t('weight.title')}>
              {weights.map((weight) => (
                <WeightItem key={weight.day} weight={weight} />
              ))}
            </ul>
          )}
          <MoreButton list={list} />
        </Panel>
      )}
    </Page>
  )
}

/** A weight with its first day; can be deleted. */
function WeightItem({ weight: { day, weight } }: { weight: Weight }) {
  const client = useQueryClient()
  const preferences = usePreferences()
  const removal = useMutation({
    mutationFn: () => deleteWeight(day),
    onSuccess: () => refreshWeights(client),
  })
  const date = formatDay(day, preferences)
  return (
    <ActionItem
      name={formatQuantity(formatMass(weight, preferences))}
      facts={t('weight.since', { date })}
      action={{
        label: t('weight.remove'),
        description: t('weight.removeOne', { date }),
        variant: 'default',
        mutation: removal,
      }}
    />
  )
}
