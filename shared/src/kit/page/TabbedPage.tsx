import { Tabs, type TabsProps } from '../../ui/data/Tabs.tsx';
import { PageTitle } from './PageTitle.tsx';

interface TabbedPageProps extends Omit<TabsProps, 'heading' | 'isNested'> {
  readonly title: string;
}

/** A page that consists of tabs. What the open tab may do stands beside the title. */
export const TabbedPage = ({ title, ...tabs }: TabbedPageProps) => (
  <Tabs heading={<PageTitle>{title}</PageTitle>} {...tabs} />
);
