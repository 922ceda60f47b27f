/**
 * The whole table of calls. Its rows are made when somebody asks for them, not when this file comes:
 * the schemas of all calls keep a processor busy for a seventh of the time in which a page opens.
 */
export const makeContract = () =>
  import(/* webpackMode: "eager" */ '@boxyard/shared/contract').then(({ contract }) => contract);
