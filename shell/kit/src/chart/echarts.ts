// The parts of ECharts that are used, and the component that draws with them; loaded when the first chart is visible.
import { BarChart, LineChart, ScatterChart } from 'echarts/charts';
import {
  AriaComponent,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  TooltipComponent,
} from 'echarts/components';
import { dispose, getInstanceByDom, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import ECharts from 'echarts-for-react/esm/core';

use([
  AriaComponent,
  BarChart,
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  LineChart,
  MarkAreaComponent,
  ScatterChart,
  SVGRenderer,
  TooltipComponent,
]);

/** All that the component needs of the library. */
const echarts = { dispose, getInstanceByDom, init };

export { ECharts, echarts };
