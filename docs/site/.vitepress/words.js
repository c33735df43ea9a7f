// What the site itself says, in the languages of the course text.

export const words = {
    en: {
        name: "English",
        description: "Overlapping transfers and computation in CUDA C++",
        chapters: "Chapters",
        beside: "Beside the chapters",
        start: "The course",
        alerts: { note: "Note", warning: "Warning" },
        theme: {
            outline: { level: [2, 3], label: "On this page" },
        },
        search: {
            button: { buttonText: "Search", buttonAriaLabel: "Search" },
            modal: {},
        },
    },
    "zh-CN": {
        name: "简体中文",
        description: "CUDA C++ 里传输与计算的重叠",
        chapters: "章节",
        beside: "章节之外",
        start: "课程",
        alerts: { note: "注意", warning: "警告" },
        theme: {
            outline: { level: [2, 3], label: "本页内容" },
            returnToTopLabel: "回到顶部",
            sidebarMenuLabel: "目录",
            langMenuLabel: "语言",
            darkModeSwitchLabel: "外观",
            lightModeSwitchTitle: "切换到浅色",
            darkModeSwitchTitle: "切换到深色",
            skipToContentLabel: "跳到正文",
            notFound: {
                title: "没有这一页",
                quote: "地址可能写错了，或者这一页改了名字。",
                linkLabel: "回到目录",
                linkText: "回到目录",
            },
        },
        search: {
            button: { buttonText: "搜索", buttonAriaLabel: "搜索" },
            modal: {
                displayDetails: "显示详细内容",
                resetButtonTitle: "清空",
                backButtonTitle: "关闭搜索",
                noResultsText: "没有找到",
                footer: {
                    selectText: "选择",
                    selectKeyAriaLabel: "回车",
                    navigateText: "移动",
                    navigateUpKeyAriaLabel: "上",
                    navigateDownKeyAriaLabel: "下",
                    closeText: "关闭",
                    closeKeyAriaLabel: "Esc",
                },
            },
        },
    },
};
