import { useInfiniteQuery } from '@tanstack/react-query'
import { weightsQuery } from '@/web/api/weights'
import classes from '@/web/components/ItemList.module.css'
import { LoadError } from '@/web/components/LoadError'
import { MoreButton } from '@/web/components/MoreButton'
import { Page } from '@/web/components/Page'
import { Panel } from '@/web/components/Panel'
import { t } from '@/web/i18n/text'
import { useProfile } from '@/web/state/preferences'
import { WeightForm } from './WeightForm'
import { WeightItem } from './WeightItem'

/** What the account weighs, and weighed. */
export function WeightScreen() {
  const profile = useProfile()
  const list = useInfiniteQuery(weightsQuery)
  const weights = list.data?.pages.flatMap(({ data }) => data.weights) ?? []
  return (
    <Page title={t('settings.weight')} lead={t('weight.lead')}>
      <Panel title={t('weight.new')} text={t('weight.newHint')}>
        {profile && <WeightForm key={profile.username} />}
      </Panel>
      <LoadError of={[list]} />
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
