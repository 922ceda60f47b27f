import { TeamsPage } from './TeamsPage.tsx';

export const Page = () => <TeamsPage type="sales" />;
