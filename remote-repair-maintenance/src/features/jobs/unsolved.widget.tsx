export { UnsolvedJobs as Widget } from './JobPieces.tsx';
