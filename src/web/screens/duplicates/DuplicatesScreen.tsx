import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { duplicatesQuery } from '@/web/api/duplicates'
import { CardList } from '@/web/components/CardList'
import { LoadError } from '@/web/components/LoadError'
import { MoreButton } from '@/web/components/MoreButton'
import { Page } from '@/web/components/Page'
import { t } from '@/web/i18n/text'
import { JudgeSelected } from './JudgeSelected'
import { PairCard } from './PairCard'
import { pairKey } from './pair'
import { useJudging } from './use-judging'

/** Own workouts that may be there twice, pair by pair: to be made one, or to be told apart. */
export function DuplicatesScreen() {
  const list = useInfiniteQuery(duplicatesQuery)
  const pairs = list.data?.pages.flatMap(({ data }) => data.duplicates) ?? []
  const judging = useJudging(pairs)
  return (
    <Page title={t('duplicates.title')} lead={t('duplicates.lead')}>
      <LoadError of={[list]} />
      {pairs.length > 1 && <JudgeSelected pairs={pairs} judging={judging} />}
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
              judging={judging}
              selectable={pairs.length > 1}
            />
          ))}
        </CardList>
      )}
      <MoreButton list={list} />
    </Page>
  )
}
