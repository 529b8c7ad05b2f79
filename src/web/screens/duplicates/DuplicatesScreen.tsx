import { Checkbox } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  type Duplicate,
  dismissDuplicates,
  duplicatesQuery,
  mergeDuplicates,
} from '@/web/api/workouts/duplicates'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ConfirmButton } from '@/web/components/feedback/ConfirmButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { LoadError } from '@/web/components/feedback/LoadError'
import { CardList } from '@/web/components/lists/CardList'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { Page } from '@/web/components/page/Page'
import { t } from '@/web/i18n/text'
import classes from './Duplicates.module.css'
import { PairCard } from './PairCard'
import { pairKey } from './pair'
import { type Decisions, useDecisions, useResolution } from './use-decisions'

/** Pairs of the user's workouts that may be duplicates, to be merged or marked as different. */
export function DuplicatesScreen() {
  const list = useInfiniteQuery(duplicatesQuery)
  const pairs = list.data?.pages.flatMap(({ data }) => data.duplicates) ?? []
  const decisions = useDecisions(pairs)
  return (
    <Page title={t('duplicates.title')} lead={t('duplicates.lead')}>
      <LoadError queries={[list]} />
      {pairs.length > 1 && <ResolveSelected pairs={pairs} decisions={decisions} />}
      {list.data && (
        <CardList
          label={t('duplicates.title')}
          empty={
            <>
              {t('duplicates.none')} <Link to="/workouts">{t('workouts.all')}</Link>
            </>
          }
        >
          {pairs.map((pair) => (
            <PairCard
              key={pairKey(pair)}
              duplicate={pair}
              decisions={decisions}
              selectable={pairs.length > 1}
            />
          ))}
        </CardList>
      )}
      <MoreButton list={list} />
    </Page>
  )
}

/** Resolves all selected pairs at once. */
function ResolveSelected({
  pairs,
  decisions,
}: {
  pairs: readonly Duplicate[]
  decisions: Decisions
}) {
  const { selection } = decisions
  const merging = useResolution(mergeDuplicates, decisions, selection)
  const dismissal = useResolution(dismissDuplicates, decisions, selection)
  const count = selection.length
  return (
    <div className={classes.bar}>
      <Checkbox
        label={t('duplicates.all')}
        checked={count === pairs.length}
        indeterminate={count > 0 && count < pairs.length}
        onChange={({ currentTarget }) => decisions.select(pairs, currentTarget.checked)}
      />
      {count > 0 && (
        <div className={classes.buttons}>
          <ConfirmButton
            label={t('duplicates.mergeMany', { count })}
            title={t('duplicates.mergeManyTitle', { count })}
            text={t('duplicates.mergeText')}
            confirm={t('duplicates.mergeMany', { count })}
            action={merging}
          />
          <BusyButton
            variant="default"
            size="sm"
            busy={dismissal.isPending}
            onClick={() => dismissal.mutate()}
          >
            {t('duplicates.dismissMany', { count })}
          </BusyButton>
        </div>
      )}
      <ErrorNote error={dismissal.error} />
    </div>
  )
}
