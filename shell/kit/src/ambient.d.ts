/** Style sheets are taken in for their effect: the build puts them beside the script. */
declare module '*.css';
